import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPlaywright, countRun, countVitest } from './test-reports';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-reports-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(report: { numTotalTests: number; numPassedTests: number }, exitCode: number) {
  const reportFile = join(folder, 'report.json');
  writeFileSync(reportFile, JSON.stringify({ ...report, testResults: [] }));
  return countRun(countVitest, { reportFile, exitCode });
}

describe('the last line of npm test', () => {
  it('counts skipped and planned unit tests as failed', () => {
    expect(countVitest({ numTotalTests: 10, numPassedTests: 7, testResults: [] })).toEqual({
      passed: 7,
      failed: 3,
    });
  });

  it('counts a test file that does not load', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ];
    expect(countVitest({ numTotalTests: 2, numPassedTests: 1, testResults })).toEqual({
      passed: 1,
      failed: 2,
    });
  });

  it('counts flaky and skipped browser tests as failed', () => {
    expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } })).toEqual({
      passed: 5,
      failed: 6,
    });
  });

  it('counts a run that failed outside its tests', () => {
    expect(run({ numTotalTests: 3, numPassedTests: 3 }, 1)).toEqual({ passed: 3, failed: 1 });
  });

  it('does not count one failure twice', () => {
    expect(run({ numTotalTests: 3, numPassedTests: 2 }, 1)).toEqual({ passed: 2, failed: 1 });
  });

  it('counts a run without tests as failed', () => {
    expect(run({ numTotalTests: 0, numPassedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  });

  it('counts a run that left no report as failed', () => {
    const reportFile = join(folder, 'nothing.json');
    expect(countRun(countVitest, { reportFile, exitCode: 0 })).toEqual({ passed: 0, failed: 1 });
  });
});
