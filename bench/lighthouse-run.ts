import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { FormFactor, Run } from './lighthouse-verdict';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const TIMEOUT_MS = 180_000;

const categorySchema = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});

const reportSchema = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  finalDisplayedUrl: z.string(),
  categories: z.object({
    performance: categorySchema,
    accessibility: categorySchema,
    'best-practices': categorySchema,
  }),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
});

type Report = z.infer<typeof reportSchema>;

/**
 * Runs Lighthouse once in a new tab of the browser whose debugging port is `port`, with that browser's cookies and an
 * empty cache. The full report is stored as `<file>.report.html` and `.json`.
 *
 * A process of its own: Lighthouse keeps state of a run, and its analysis is not to delay the next run here.
 *
 * @throws {Error} if the page could not be measured, twice, or redirected to another one
 */
export async function runLighthouse(task: {
  url: string;
  port: number;
  formFactor: FormFactor;
  file: string;
}): Promise<Run> {
  const { url, port, formFactor, file } = task;
  const args = [
    ...[url, `--port=${port}`, '--quiet', '--no-enable-error-reporting', '--locale=en-US'],
    // Neither counts for a score, and each takes time.
    ...['--disable-full-page-screenshot', '--skip-audits=bf-cache'],
    ...[`--only-categories=${CATEGORIES}`, '--output=json,html', `--output-path=${file}`],
    ...(formFactor === 'desktop' ? ['--preset=desktop'] : []),
  ];
  await run(args).catch(() => run(args));
  const report = reportSchema.parse(JSON.parse(readFileSync(`${file}.report.json`, 'utf8')));
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}.`);
  return toRun(report);
}

/** Now and then Lighthouse misses the start of a trace, and says to run it again. */
async function run(args: readonly string[]): Promise<void> {
  const command = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
  await promisify(execFile)(process.execPath, [command, ...args], { timeout: TIMEOUT_MS });
}

function toRun(report: Report): Run {
  const { categories } = report;
  const failed = CATEGORIES.flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    performance: toPoints(categories.performance.score),
    accessibility: toPoints(categories.accessibility.score),
    bestPractices: toPoints(categories['best-practices'].score),
    layoutShift: measureOf(report, 'cumulative-layout-shift'),
    largestPaint: measureOf(report, 'largest-contentful-paint'),
    blockingTime: measureOf(report, 'total-blocking-time'),
    machine: report.environment.benchmarkIndex,
    failed,
  };
}

/** As Lighthouse shows it. */
const toPoints = (score: number) => Math.round(score * 100);

function measureOf({ audits }: Report, audit: string): number {
  const value = audits[audit]?.numericValue;
  if (value === undefined) throw new Error(`Lighthouse did not measure ${audit}.`);
  return value;
}
