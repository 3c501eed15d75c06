import { expect, it } from 'vitest';
import { accentStyle } from './accent-style';

it('replaces every token of the accent in both themes', () => {
  const style = accentStyle('#00a86b');
  for (let step = 1; step <= 12; step += 1)
    expect(style).toMatch(new RegExp(`--accent-${step}:light-dark\\(#[0-9a-f]{6},#[0-9a-f]{6}\\)`));
  expect(style).toMatch(/--on-accent:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/);
});

it('contains nothing but colors', () => {
  expect(accentStyle('#123456')).toMatch(
    /^html:root,html \[data-theme\]\{(--[a-z0-9-]+:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?)+\}$/,
  );
});
