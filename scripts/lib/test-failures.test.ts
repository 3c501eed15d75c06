import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest, listFailures, readFailures } from './test-failures';

const NO_ERROR = 'No error was reported: it did not run.';
const inProject = (file: string) => join(process.cwd(), file);

describe('the failures at the end of npm test', () => {
  it('are the tests that failed, that did not run, and the files that did not load', () => {
    const report = {
      testResults: [
        {
          name: inProject('lib/a.test.ts'),
          status: 'failed',
          assertionResults: [
            { fullName: 'a works', status: 'passed', failureMessages: [] },
            { fullName: 'a fails', status: 'failed', failureMessages: ['expected 1 to be 2', 'later'] },
            { fullName: 'a waits', status: 'skipped', failureMessages: [] },
          ],
        },
        {
          name: inProject('lib/b.test.ts'),
          status: 'failed',
          message: 'Cannot find b',
          assertionResults: [],
        },
        { name: inProject('lib/c.test.ts'), status: 'passed', assertionResults: [] },
      ],
    };
    expect(failuresOfVitest(report)).toEqual([
      { file: 'lib/a.test.ts', test: 'a fails', why: 'expected 1 to be 2' },
      { file: 'lib/a.test.ts', test: 'a waits', why: NO_ERROR },
      { file: 'lib/b.test.ts', test: 'the file does not load', why: 'Cannot find b' },
    ]);
  });

  it('say of a test that was ended that it took too long', () => {
    const name = inProject('tests/a.faults.ts');
    const failureMessages = ['Error: STACK_TRACE_ERROR\n    at task (file:///a.faults.ts:1:1)'];
    const assertionResults = [{ fullName: 'a desk hangs', status: 'failed', failureMessages }];
    const found = failuresOfVitest({ testResults: [{ name, status: 'failed', assertionResults }] });
    expect(listFailures(found)).toEqual([
      '  tests/a.faults.ts: a desk hangs',
      '      It took longer than its timeout, and was ended.',
    ]);
  });

  it('say why a test did not run, if a hook around it failed', () => {
    const name = inProject('tests/a.faults.ts');
    const skipped = (fullName: string) => ({ fullName, status: 'skipped', failureMessages: [] });
    const assertionResults = [skipped('a desk waits'), skipped('another desk waits')];
    const hooks = [{ file: name, suite: 'a desk', why: 'Error: It did not start.' }];
    expect(
      failuresOfVitest(
        { testResults: [{ name, status: 'failed', assertionResults }] },
        { hooks, unhandled: [] },
      ).map(({ why }) => why),
    ).toEqual(['Error: It did not start.', NO_ERROR]);
  });

  it('are also what failed outside tests that passed', () => {
    const name = inProject('tests/a.faults.ts');
    const assertionResults = [{ fullName: 'a desk works', status: 'passed', failureMessages: [] }];
    const errors = {
      hooks: [
        { file: name, suite: 'a desk', why: 'Error: It did not stop.' },
        { file: name, suite: '', why: 'Error: No folder.' },
      ],
      unhandled: [{ file: name, why: 'Error: read ECONNRESET' }, { why: 'Error: closed' }],
    };
    expect(failuresOfVitest({ testResults: [{ name, status: 'failed', assertionResults }] }, errors)).toEqual(
      [
        { file: 'tests/a.faults.ts', test: 'a hook of a desk', why: 'Error: It did not stop.' },
        { file: 'tests/a.faults.ts', test: 'a hook of the file', why: 'Error: No folder.' },
        {
          file: 'tests/a.faults.ts',
          test: 'an error that no test waited for',
          why: 'Error: read ECONNRESET',
        },
        { file: 'unknown file', test: 'an error that no test waited for', why: 'Error: closed' },
      ],
    );
  });

  it('are the flows that failed, at first or always, or did not run, with the titles around them', () => {
    const spec = (title: string, status: string, messages: string[] = []) => ({
      title,
      tests: [{ status, results: [{ errors: [] }, { errors: messages.map((message) => ({ message })) }] }],
    });
    const file = 'submit.spec.ts';
    const inner = { title: 'without JavaScript', file, specs: [spec('waits', 'skipped')] };
    const specs = [
      spec('works', 'expected'),
      spec('fails', 'unexpected', ['Expected: 1']),
      spec('is shaky', 'flaky', ['Timeout', 'waiting for a button']),
    ];
    expect(failuresOfPlaywright({ suites: [{ title: file, file, specs, suites: [inner] }] })).toEqual([
      { file, test: 'fails', why: 'Expected: 1' },
      { file, test: 'is shaky', why: 'Timeout\nwaiting for a button' },
      { file, test: 'without JavaScript › waits', why: NO_ERROR },
    ]);
  });

  it('are listed with the beginning of the error, without colors, stack and empty lines', () => {
    const why = `\u001b[31mError\u001b[39m\n\n    at test (file.ts:1:2)\n${Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')}`;
    const lines = listFailures([{ file: 'a.spec.ts', test: 'fails', why }]);
    expect(lines.slice(0, 3)).toEqual(['  a.spec.ts: fails', '      Error', '      line 0']);
    expect(lines).toHaveLength(13);
  });

  it('are none where a run wrote no report', () => {
    const reportFile = inProject('no-such-report.json');
    expect(readFailures(failuresOfVitest, { reportFile, label: 'unit' })).toEqual([]);
  });
});
