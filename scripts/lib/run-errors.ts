import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, TestSuite, Vitest } from 'vitest/node';
import { z } from 'zod';

/** An error in a hook around tests: why those tests did not run, or what they left behind. */
export type HookError = z.infer<typeof hookError>;
const hookError = z.object({
  /** The file's absolute path. */
  file: z.string(),
  /** The titles of the suites, from the outermost, as a test's full name begins; empty for the whole file. */
  suite: z.string(),
  why: z.string(),
});

/** An error that no test waited for, such as a rejected promise. */
const unhandledError = z.object({
  /** The absolute path of the file that ran at that time, if it is known. */
  file: z.string().optional(),
  why: z.string(),
});

/** The errors of a run outside its tests. */
export type RunErrors = z.infer<typeof runErrors>;
export const runErrors = z.object({ hooks: z.array(hookError), unhandled: z.array(unhandledError) });

/** Where the errors that belong to this report are. */
export const runErrorsFile = (reportFile: string): string => reportFile.replace(/\.json$/, '-errors.json');

/** A reporter of what Vitest's `json` reporter leaves out: errors in hooks, and those that no test waited for. */
export default class RunErrorsReporter implements Reporter {
  private file: string | undefined;

  onInit({ config: { outputFile } }: Vitest): void {
    const reportFile = typeof outputFile === 'object' ? outputFile.json : undefined;
    if (reportFile !== undefined) this.file = runErrorsFile(reportFile);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    if (this.file === undefined) return;
    const errors: RunErrors = {
      hooks: modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((suite): HookError[] => {
          const [first] = suite.errors();
          return first ? [{ file: module.moduleId, suite: titleOf(suite), why: textOf(first) }] : [];
        }),
      ),
      unhandled: unhandled.map((error) => ({ file: pathOf(error), why: error.stack ?? textOf(error) })),
    };
    writeFileSync(this.file, JSON.stringify(errors));
  }
}

function titleOf(suite: TestModule | TestSuite): string {
  if (suite.type === 'module') return '';
  return [titleOf(suite.parent), suite.name].filter(Boolean).join(' ');
}

const textOf = ({ name, message }: SerializedError) => `${name ?? 'Error'}: ${message}`;

/** Vitest names the file in a property of its own, if it knows it. */
function pathOf(error: SerializedError): string | undefined {
  const path: unknown = error.VITEST_TEST_PATH;
  return typeof path === 'string' ? path : undefined;
}
