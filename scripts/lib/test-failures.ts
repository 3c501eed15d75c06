import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { type RunErrors, runErrors, runErrorsFile } from './run-errors';

/** A test that failed or did not run, or a file that did not load. `why` is the text of its errors. */
export type Failure = { file: string; test: string; why: string };

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

type Spec = { title: string; tests: { status: string; results: { errors: Message[] }[] }[] };
type Message = { message?: string | undefined };
type Suite = { title: string; file: string; specs: Spec[]; suites?: Suite[] | undefined };

const suiteSchema: z.ZodType<Suite> = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
        }),
      ),
    }),
  ),
  suites: z.lazy(() => z.array(suiteSchema)).optional(),
});
const playwrightReport = z.object({ suites: z.array(suiteSchema) });

const NO_ERROR = 'No error was reported: it did not run.';
/** The report of Vitest has this in place of the error of a test that it ended. */
const ENDED = /^Error: STACK_TRACE_ERROR\b/;
const TOO_LONG = 'It took longer than its timeout, and was ended.';
/** Lines of an error that are listed: what was expected and found, without the stack. */
const LISTED_LINES = 12;
const STACK_LINE = /^\s+at .*:\d+:\d+\)?$/;

/**
 * The failures in a report of Vitest's `json` reporter. A test that did not run because a hook failed has its error;
 * an error of a hook after tests that passed, and one that no test waited for, are failures of their own.
 */
export function failuresOfVitest(
  report: unknown,
  errors: RunErrors = { hooks: [], unhandled: [] },
): Failure[] {
  const failures = vitestReport.parse(report).testResults.flatMap((result) => failuresOfFile(result, errors));
  const told = new Set(failures.map(({ why }) => why));
  const ofHooks = errors.hooks
    .filter(({ why }) => !told.has(why))
    .map(({ file, suite, why }) => ({
      file: inProject(file),
      test: `a hook of ${suite || 'the file'}`,
      why,
    }));
  const unhandled = errors.unhandled.map(({ file, why }) => ({
    file: file === undefined ? 'unknown file' : inProject(file),
    test: 'an error that no test waited for',
    why,
  }));
  return [...failures, ...ofHooks, ...unhandled];
}

type FileResult = z.infer<typeof vitestReport>['testResults'][number];

function failuresOfFile(
  { name, status, message, assertionResults }: FileResult,
  { hooks }: RunErrors,
): Failure[] {
  const file = inProject(name);
  if (status === 'failed' && assertionResults.length === 0) {
    return [{ file, test: 'the file does not load', why: message ?? '' }];
  }
  const hookError = (test: string) => hooks.find((hook) => hook.file === name && test.startsWith(hook.suite));
  return assertionResults
    .filter((one) => one.status !== 'passed')
    .map(({ fullName, failureMessages }) => {
      const why = failureMessages?.[0] ?? hookError(fullName)?.why ?? NO_ERROR;
      return { file, test: fullName, why: why.replace(ENDED, TOO_LONG) };
    });
}

const inProject = (path: string) => relative(process.cwd(), path);

/** The errors outside tests that belong to this report; undefined if the run ended before it wrote them. */
export function readRunErrors(reportFile: string): RunErrors | undefined {
  const file = runErrorsFile(reportFile);
  return existsSync(file) ? runErrors.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** The failures in a report of Playwright's `json` reporter, flaky and skipped flows among them. */
export function failuresOfPlaywright(report: unknown): Failure[] {
  // The outermost title is that of the file.
  return playwrightReport.parse(report).suites.flatMap((suite) => failuresIn(suite, []));
}

function failuresIn({ file, specs, suites = [] }: Suite, path: readonly string[]): Failure[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ results }) => ({
        file,
        test: [...path, title].join(' › '),
        why: whyOf(results.flatMap(({ errors }) => errors)),
      })),
  );
  return [...own, ...suites.flatMap((suite) => failuresIn(suite, [...path, suite.title]))];
}

/** All errors: the first one of a flow that took too long says only that, and the next one what it waited for. */
function whyOf(errors: readonly Message[]): string {
  return errors.flatMap(({ message }) => message ?? []).join('\n') || NO_ERROR;
}

/** The failures in a report's file; none if there is no report. `label` distinguishes runs of a test. */
export function readFailures(
  failures: (report: unknown) => Failure[],
  { reportFile, label }: { reportFile: string; label: string },
): Failure[] {
  if (!existsSync(reportFile)) return [];
  const found = failures(JSON.parse(readFileSync(reportFile, 'utf8')));
  return found.map((one) => ({ ...one, file: `${one.file} (${label})` }));
}

/** Each failure with the beginning of its error, indented. */
export function listFailures(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ file, test, why }) => {
    const lines = stripVTControlCharacters(why)
      .split('\n')
      .filter((line) => line.trim() !== '' && !STACK_LINE.test(line))
      .slice(0, LISTED_LINES);
    return [`  ${file}: ${test}`, ...lines.map((line) => `      ${line}`)];
  });
}
