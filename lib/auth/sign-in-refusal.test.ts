import { expect, it } from 'vitest';
import { toSignInRefusal } from './sign-in-refusal';

it.each([
  [undefined, undefined],
  ['unproven', 'unproven'],
  ['disabled', 'disabled'],
  ['OAuthSignin', 'unreachable'],
  ['OAuthCallback', 'stale'],
  ['Callback', 'failed'],
  ['', 'failed'],
  ['<script>', 'failed'],
  ['constructor', 'failed'],
  [['unproven', 'disabled'], 'failed'],
])('the error %j in the URL is shown as %s', (error, refusal) => {
  expect(toSignInRefusal(error)).toBe(refusal);
});
