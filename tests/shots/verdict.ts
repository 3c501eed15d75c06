import type { Shot } from './capture';

/** What is wrong with the pictures, one line each: any makes `npm run shots` fail. */
export function problemsOf({
  shots,
  failures,
}: {
  shots: readonly Shot[];
  failures: readonly string[];
}): string[] {
  return [
    ...shots.flatMap(({ file, overflow, cut }) => [
      ...(overflow > 0 ? [`${file}: ${overflow} px too wide`] : []),
      ...cut.map((text) => `${file}: “${text}” does not fit its button`),
    ]),
    ...failures.map((failure) => `Not taken: ${failure}`),
  ];
}
