import 'server-only';
import { eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { HELP_FIRST, type RowOrder } from '@/lib/core/row-order';
import { shortId } from '@/lib/core/short-id';
import { orderStatuses, type StatusOverrides, statusOverridesFor } from '@/lib/core/status-labels';
import type { Db } from '@/lib/db/handle';
import { organizations } from '@/lib/db/schema/people';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findValueCurrency } from '@/lib/lead-schema/schema';
import { getStoredStatusOverrides } from '@/lib/lead-schema/status-settings';
import { listAgentLabels } from '@/lib/leads/agent-label';
import { readLongWait, readSilent, readStandings, type Standing } from './attention';
import { toChanges } from './change';
import { addValues, type StatusSum, toFigures } from './figures';
import { sortRows } from './order';
import type { Period } from './period';
import { readBars, readStatusSums, readToCorrect, type Scope } from './read-sums';
import { orderTimes, readReportTimes } from './read-times';
import type { Report, ReportRow } from './report-view';

/** More rows are not read by anybody. */
const MAX_ROWS = 200;
/** More are not told apart in a bar. */
const MAX_SERIES = 6;

type Input = { period: Period; locale: string; order?: RowOrder };

/** The report on a manager's organization, agent by agent; undefined for anybody else. */
export async function getTeamReport(
  db: Db,
  { membership }: Viewer,
  task: Input,
): Promise<Report | undefined> {
  if (membership.role !== 'manager') return undefined;
  return readReport(db, { ...task, scope: { organizationId: membership.organizationId } });
}

/**
 * For an admin: the report on one organization, agent by agent, with its name; or on all, one by one. Undefined for an
 * organization that this desk does not know.
 */
export async function getAdminReport(
  db: Db,
  { organization, ...task }: Input & { organization: string },
): Promise<{ report: Report; name?: string } | undefined> {
  if (organization === '') return { report: await readReport(db, { ...task, scope: {} }) };
  const [report, [found]] = await Promise.all([
    readReport(db, { ...task, scope: { organizationId: organization } }),
    db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organization)),
  ]);
  const isKnown = found !== undefined || report.all.now.submitted + report.all.before.submitted > 0;
  return isKnown ? { report, name: found?.name ?? shortId(organization) } : undefined;
}

async function readReport(
  db: Db,
  { scope, period, locale, ...task }: Input & { scope: Scope },
): Promise<Report> {
  const [sumsOf, bars, toCorrect, names, times, standing, longWait, stored, currency, hidesValue] =
    await Promise.all([
      readStatusSums(db, { scope, period }),
      readBars(db, { scope, period }),
      readToCorrect(db, scope),
      readNames(db, scope),
      readReportTimes(db, { scope, period }),
      readStanding(db, { scope, now: period.at }),
      readLongWait(db, { scope, now: period.at }),
      getStoredStatusOverrides(db),
      findValueCurrency(db),
      isValueHidden(db),
    ]);
  // An order by what is hidden would tell it.
  const order = !task.order || (hidesValue && task.order.by === 'value') ? HELP_FIRST : task.order;
  const sums = addUp(sumsOf);
  const statuses = orderStatuses(sums, stored).filter(({ count }) => count > 0);
  const series = toSeries(statuses);
  const rows = toRows({ sumsOf, bars, names, toCorrect, period, overrides: stored, ...standing });
  const figures = { ...toFigures(sums, stored), answers: times.answer };
  return {
    period,
    currency,
    hidesValue,
    series,
    all: {
      ...figures,
      changes: toChanges(figures),
      toCorrect: [...toCorrect.values()].reduce((sum, count) => sum + count, 0),
    },
    longWait,
    silent: sortRows(rows, { by: 'name', isReversed: false })
      .filter(({ isSilent }) => isSilent)
      .map(({ id, name }) => ({ id, name })),
    order,
    rows: sortRows(rows, order).slice(0, MAX_ROWS),
    more: Math.max(0, rows.length - MAX_ROWS),
    statuses: statuses.map(({ status, count, value }) => ({ status, count, value })),
    bars: period.bars.map((days, index) => ({ ...days, counts: countsOf(bars, { series, index }) })),
    times: orderTimes(times, stored),
    statusOverrides: statusOverridesFor(stored, locale),
  };
}

async function readStanding(db: Db, { scope, now }: { scope: Scope; now: Date }) {
  const standings = await readStandings(db, scope);
  return { standings, silent: await readSilent(db, { scope, standings, now }) };
}

/** The sums of each status, of all together. */
function addUp(sumsOf: readonly StatusSum[]): StatusSum[] {
  const sums = new Map<string, StatusSum>();
  for (const { status, count, value, countBefore, valueBefore } of sumsOf) {
    const sum = sums.get(status) ?? { status, count: 0, value: 0, countBefore: 0, valueBefore: 0 };
    sums.set(status, {
      status,
      count: sum.count + count,
      value: addValues(sum.value, value),
      countBefore: sum.countBefore + countBefore,
      valueBefore: addValues(sum.valueBefore, valueBefore),
    });
  }
  return [...sums.values()];
}

/** The statuses that most leads have, in the order of the pipeline: what is told apart shows what is there. */
function toSeries(statuses: readonly { status: string; count: number }[]): string[] {
  const most = new Set(statuses.toSorted((one, other) => other.count - one.count).slice(0, MAX_SERIES));
  return statuses.filter((one) => most.has(one)).map(({ status }) => status);
}

async function readNames(db: Db, { organizationId }: Scope): Promise<Map<string, string>> {
  if (organizationId !== undefined) {
    const labels = await listAgentLabels(db, { organizationId });
    return new Map(labels.map(({ id, name }) => [id, name]));
  }
  const rows = await db.select({ id: organizations.id, name: organizations.name }).from(organizations);
  return new Map(rows.map(({ id, name }) => [id, name ?? shortId(id)]));
}

function toRows(read: {
  sumsOf: readonly (StatusSum & { id: string })[];
  bars: Awaited<ReturnType<typeof readBars>>;
  names: ReadonlyMap<string, string>;
  overrides: StatusOverrides;
  toCorrect: ReadonlyMap<string, number>;
  standings: ReadonlyMap<string, Standing>;
  silent: ReadonlySet<string>;
  period: Period;
}): ReportRow[] {
  const [sumsById, barsById] = [groupById(read.sumsOf), groupById(read.bars)];
  const ids = new Set([...read.names.keys(), ...sumsById.keys(), ...read.toCorrect.keys()]);
  return [...ids].map((id) => {
    const bars = barsById.get(id) ?? [];
    return {
      id,
      name: read.names.get(id) ?? shortId(id),
      ...toFigures(sumsById.get(id) ?? [], read.overrides),
      toCorrect: read.toCorrect.get(id) ?? 0,
      waitingSince: read.standings.get(id)?.waitingSince,
      isSilent: read.silent.has(id),
      counts: read.period.bars.map((_, index) => addCounts(bars.filter(({ bar }) => bar === index))),
    };
  });
}

function groupById<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.id);
    if (group) group.push(row);
    else groups.set(row.id, [row]);
  }
  return groups;
}

const addCounts = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);

function countsOf(
  bars: Awaited<ReturnType<typeof readBars>>,
  { series, index }: { series: readonly string[]; index: number },
): number[] {
  const ofBar = bars.filter(({ bar }) => bar === index);
  return [
    ...series.map((status) => addCounts(ofBar.filter((one) => one.status === status))),
    addCounts(ofBar.filter(({ status }) => !series.includes(status))),
  ];
}
