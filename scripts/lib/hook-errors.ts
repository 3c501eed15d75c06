import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node';
import { z } from 'zod';

/** Why the tests of a suite did not run: an error in a hook around them. */
export type HookError = z.infer<typeof hookError>;
const hookError = z.object({
  /** The file's absolute path. */
  file: z.string(),
  /** The titles of the suites, from the outermost, as a test's full name begins; empty for the whole file. */
  suite: z.string(),
  why: z.string(),
});
export const hookErrors = z.array(hookError);

/** Where the errors that belong to this report are. */
export const hookErrorsFile = (reportFile: string): string => reportFile.replace(/\.json$/, '-hooks.json');

/** A reporter of what Vitest's `json` reporter leaves out: errors in `beforeAll` and `afterAll`. */
export default class HookErrors implements Reporter {
  private file: string | undefined;

  onInit({ config: { outputFile } }: Vitest): void {
    const reportFile = typeof outputFile === 'object' ? outputFile.json : undefined;
    if (reportFile !== undefined) this.file = hookErrorsFile(reportFile);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.file === undefined) return;
    const errors = modules.flatMap((module) =>
      [module, ...module.children.allSuites()].flatMap((suite): HookError[] => {
        const [first] = suite.errors();
        if (!first) return [];
        const why = `${first.name ?? 'Error'}: ${first.message}`;
        return [{ file: module.moduleId, suite: titleOf(suite), why }];
      }),
    );
    writeFileSync(this.file, JSON.stringify(errors));
  }
}

function titleOf(suite: TestModule | TestSuite): string {
  if (suite.type === 'module') return '';
  return [titleOf(suite.parent), suite.name].filter(Boolean).join(' ');
}
