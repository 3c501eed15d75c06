import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Files that show something. Of the live updates, only hints are sent. */
const MAY_READ =
  /(^|\/)(page\.tsx|frame\.tsx|admin\/layout\.tsx|attention\.ts|api\/(stream|unread|search)\/route\.ts)$/;

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.tsx?$/.test(path),
);

it('only what shows something asks for the person an admin sees the desk as', () => {
  const asks = /\b(requireReader|requireSettingsReader|getReader|recheckReader|getView)\b/;
  const asking = files.filter((path) => asks.test(readFileSync(`app/${path}`, 'utf8')));
  expect(asking).not.toEqual([]);
  expect(asking.filter((path) => !MAY_READ.test(path))).toEqual([]);
});

it('and none of it is an action', () => {
  const actions = files.filter((path) => /^'use server';/m.test(readFileSync(`app/${path}`, 'utf8')));
  expect(actions).not.toEqual([]);
  expect(actions.filter((path) => MAY_READ.test(path))).toEqual([]);
});
