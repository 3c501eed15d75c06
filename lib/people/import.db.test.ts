import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { exportPeople } from './export';
import { importPeople } from './import';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [people, agents, organizations]) await database.db.delete(table);
});

const HEAD = 'email,name,organizationId,organizationName,agentId,agentName,role';
const ADA = 'ada@partner.example,Ada Partner,org-1,Partner One,agent-1,Ada P.,agent';
const BEN = 'ben@partner.example,Ben Partner,org-1,Partner One,agent-2,Ben P.,manager';
const file = (...lines: string[]) => `${[HEAD, ...lines].join('\n')}\n`;
const bring = (csv: string, { dryRun = false, demo = false } = {}) =>
  importPeople(database.db, { csv, dryRun, demo });

/** Everything the import writes, for comparison before and after. */
async function everything() {
  const { db } = database;
  const tables = [people, memberships, organizations, agents];
  return Promise.all(
    tables.map(async (table) => (await db.select().from(table)).map((row) => JSON.stringify(row)).sort()),
  );
}
const find = async (email: string) => {
  const rows = await database.db
    .select()
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .where(eq(people.email, email));
  return rows[0];
};

describe('importing people', () => {
  it('adds people, organizations, agents and memberships', async () => {
    expect(await bring(file(ADA, BEN))).toEqual([
      { line: 2, email: 'ada@partner.example', outcome: 'added' },
      { line: 3, email: 'ben@partner.example', outcome: 'added' },
    ]);
    expect(await find('ben@partner.example')).toMatchObject({
      people: { name: 'Ben Partner', isAdmin: false, isDemo: false },
      memberships: { organizationId: 'org-1', agentId: 'agent-2', role: 'manager' },
    });
    expect((await database.db.select().from(organizations)).map(({ name }) => name)).toEqual(['Partner One']);
  });

  it('as a dry run reports what would happen and changes nothing', async () => {
    await bring(file(ADA));
    const before = await everything();
    const outcomes = await bring(file(ADA.replace('Ada Partner', 'Ada Renamed'), BEN), { dryRun: true });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['changed', 'added']);
    expect(await everything()).toEqual(before);
  });

  it('again changes nothing', async () => {
    await bring(file(ADA, BEN));
    const before = await everything();
    expect((await bring(file(ADA, BEN))).map(({ outcome }) => outcome)).toEqual(['same', 'same']);
    expect(await everything()).toEqual(before);
  });

  it('changes name, role and agent of a known person, ignoring the case of the e-mail address', async () => {
    await bring(file(ADA));
    const before = await find('ada@partner.example');
    const [line] = await bring(file('ADA@Partner.Example,Ada New,org-1,,agent-9,,manager'));
    expect(line).toMatchObject({ outcome: 'changed', email: 'ada@partner.example' });
    const after = await find('ada@partner.example');
    expect(after).toMatchObject({
      people: { id: before?.people.id, name: 'Ada New' },
      memberships: { agentId: 'agent-9', role: 'manager' },
    });
    const [organization] = await database.db.select().from(organizations);
    expect(organization?.name, 'an empty name leaves the name as it is').toBe('Partner One');
  });

  it('marks demo people only if requested, and never a known person', async () => {
    await bring(file(ADA));
    await bring(file(ADA, BEN), { demo: true });
    expect((await find('ada@partner.example'))?.people.isDemo).toBe(false);
    expect((await find('ben@partner.example'))?.people.isDemo).toBe(true);
  });

  it('reads quoted commas and line ends, Windows line ends and empty lines', async () => {
    const quoted = '"cy@partner.example","Partner, ""Cy""\nthe Third",org-2,"Partner, One",agent-3,,agent';
    const csv = file(ADA, '', quoted, '  ').replaceAll('\n', '\r\n');
    expect((await bring(csv)).map(({ outcome }) => outcome)).toEqual(['added', 'added']);
    expect((await find('cy@partner.example'))?.people.name).toBe('Partner, "Cy"\nthe Third');
  });
});

describe('an invalid file', () => {
  const second = (...fields: string[]) => file(ADA, fields.join(','));
  const good = { email: 'ben@x.example', name: 'Ben', id: 'org-1', agent: 'agent-2', role: 'agent' };
  const ben = (change: Partial<typeof good>) => {
    const { email, name, id, agent, role } = { ...good, ...change };
    return second(email, name, id, '', agent, '', role);
  };
  it.each([
    ['no e-mail address', ben({ email: 'ben' }), 3, { column: 'email', fault: 'not-email' }],
    ['two in one', ben({ email: '"a@x.example,b@y.example"' }), 3, { column: 'email', fault: 'not-email' }],
    ['a look-alike', ben({ email: '\u212Aim@x.example' }), 3, { column: 'email', fault: 'not-email' }],
    ['no name', ben({ name: ' ' }), 3, { column: 'name', fault: 'empty' }],
    ['no organization', ben({ id: '' }), 3, { column: 'organizationId', fault: 'empty' }],
    ['an unknown role', ben({ role: 'admin' }), 3, { column: 'role', fault: 'not-role' }],
    ['a name without end', ben({ name: 'B'.repeat(201) }), 3, { column: 'name', fault: 'too-long' }],
    ['what no database takes', ben({ name: 'B\u0000' }), 3, { column: 'name', fault: 'unkeepable' }],
    [
      'somebody twice',
      file(ADA, BEN, ADA.replace('ada@', 'ADA@')),
      4,
      { column: 'email', fault: 'repeated', line: 2 },
    ],
    [
      'an agent of two organizations',
      file(ADA, BEN.replace('agent-2', 'agent-1').replace('org-1', 'org-2')),
      3,
      { column: 'agentId', fault: 'elsewhere' },
    ],
    [
      'an organization under two names',
      file(ADA, BEN.replace('Partner One', 'Partner Uno')),
      3,
      { column: 'organizationName', fault: 'differs', line: 2 },
    ],
    [
      'a wrong row after an empty one and one of two lines, counted as spreadsheets do',
      file(ADA.replace('Ada Partner', '"Ada\nPartner"'), '', BEN.replace('manager', 'boss')),
      4,
      { column: 'role', fault: 'not-role' },
    ],
  ])('changes nothing and names line and column: %s', async (_, csv, line, problem) => {
    const before = await everything();
    for (const dryRun of [true, false]) {
      expect(await bring(csv, { dryRun })).toEqual([
        { line, email: expect.any(String), outcome: 'wrong', problems: [problem] },
      ]);
    }
    expect(await everything()).toEqual(before);
  });

  it('changes nothing if an agent is known to belong to another organization', async () => {
    await bring(file(ADA));
    const before = await everything();
    const lines = await bring(file(BEN.replace('org-1', 'org-2').replace('agent-2', 'agent-1')));
    expect(lines).toMatchObject([
      { line: 2, outcome: 'wrong', problems: [{ column: 'agentId', fault: 'elsewhere' }] },
    ]);
    expect(await everything()).toEqual(before);
  });

  it('reports everything that is wrong with one line together', async () => {
    expect(await bring(file('ben,,org-1,,agent-2,,boss'))).toMatchObject([
      { line: 2, problems: [{ column: 'email' }, { column: 'name' }, { column: 'role' }] },
    ]);
  });

  it('reports together the errors within a line, between lines, and against existing data', async () => {
    await bring(file(ADA));
    const before = await everything();
    const lines = await bring(
      file(
        'ben@partner.example,,org-2,Partner Two,agent-1,Ada P.,boss',
        'BEN@partner.example,Ben,org-2,Partner Zwei,agent-2,,agent,extra',
        'Ben@partner.example,,org-2,Partner Zwei,agent-3,,agent',
      ),
      { dryRun: true },
    );
    expect(lines).toEqual([
      {
        line: 2,
        email: 'ben@partner.example',
        outcome: 'wrong',
        problems: [
          { column: 'name', fault: 'empty' },
          { column: 'role', fault: 'not-role' },
          { column: 'agentId', fault: 'elsewhere' },
        ],
      },
      {
        line: 3,
        email: 'BEN@partner.example',
        outcome: 'wrong',
        problems: [{ fault: 'cells' }],
      },
      {
        line: 4,
        email: 'Ben@partner.example',
        outcome: 'wrong',
        problems: [
          { column: 'name', fault: 'empty' },
          { column: 'email', fault: 'repeated', line: 2 },
          { column: 'organizationName', fault: 'differs', line: 2 },
        ],
      },
    ]);
    expect(await everything()).toEqual(before);
  });
});

describe('a file as written by spreadsheets of other countries', () => {
  it.each([
    ['semicolons', (csv: string) => csv.replaceAll(',', ';')],
    ['tabs', (csv: string) => csv.replaceAll(',', '\t')],
    [
      'semicolons, and an empty column and row behind',
      (csv: string) => csv.replaceAll(',', ';').replaceAll('\n', ';;\n').concat(';;;;;;;;\n'),
    ],
    [
      'semicolons, and commas in every cell',
      (csv: string) =>
        csv.replaceAll(',', ';').replaceAll('Partner One', 'One, Two, and, Three, Four, Five, Six, Seven'),
    ],
  ])('is read: %s', async (_, write) => {
    expect(await bring(write(file(ADA, BEN)))).toEqual([
      { line: 2, email: 'ada@partner.example', outcome: 'added' },
      { line: 3, email: 'ben@partner.example', outcome: 'added' },
    ]);
    expect((await find('ben@partner.example'))?.memberships).toMatchObject({ agentId: 'agent-2' });
  });
});

describe('addresses of agents', () => {
  const withAddress = (...lines: string[]) =>
    [`${HEAD},agentEmail`, ...lines].map((line) => `${line}\n`).join('');
  const addresses = async () =>
    Object.fromEntries((await database.db.select().from(agents)).map(({ id, email }) => [id, email]));

  it('are read from the file, are kept where it omits them, and can be swapped', async () => {
    await bring(withAddress(`${ADA},ADA@partner.example`, `${BEN},ben@partner.example`));
    await bring(file(ADA, BEN));
    expect(await addresses()).toEqual({ 'agent-1': 'ada@partner.example', 'agent-2': 'ben@partner.example' });
    const exchanged = withAddress(`${ADA},ben@partner.example`, `${BEN},ada@partner.example`);
    expect((await bring(exchanged)).map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    expect(await addresses()).toEqual({ 'agent-1': 'ben@partner.example', 'agent-2': 'ada@partner.example' });
    expect((await bring(exchanged)).map(({ outcome }) => outcome)).toEqual(['same', 'same']);
  });

  it('belong to one agent of an organization only', async () => {
    await bring(withAddress(`${ADA},ada@partner.example`));
    const before = await everything();
    expect(await bring(withAddress(`${BEN},ada@partner.example`))).toMatchObject([
      { line: 2, outcome: 'wrong', problems: [{ column: 'agentEmail', fault: 'address-taken' }] },
    ]);
    expect(await everything()).toEqual(before);
  });
});

describe('a person without organization, agent and role', () => {
  it('is added and waits, and a mapped person stays mapped', async () => {
    await bring(file('cy@partner.example,Cy,,,,,'));
    expect(await find('cy@partner.example')).toMatchObject({ people: { name: 'Cy' }, memberships: null });
    await bring(file(ADA));
    expect(await bring(file('ada@partner.example,Ada Partner,,,,,'))).toMatchObject([{ outcome: 'same' }]);
    expect((await find('ada@partner.example'))?.memberships).toMatchObject({ agentId: 'agent-1' });
  });
});

describe('the audit log', () => {
  it('has each import that changed something, once, with its counts', async () => {
    const csv = file(ADA, BEN);
    const audit = { by: { personId: 'per_admin', email: 'admin@vendor.example' }, now: new Date() };
    const count = () => database.db.$count(auditLog, eq(auditLog.event, 'people.imported'));
    await importPeople(database.db, { csv, dryRun: true, audit });
    expect(await count()).toBe(0);
    await importPeople(database.db, { csv, dryRun: false, audit });
    await importPeople(database.db, { csv, dryRun: false, audit });
    expect(await database.db.select().from(auditLog)).toMatchObject([
      { event: 'people.imported', email: 'admin@vendor.example', detail: { added: 2, changed: 0 } },
    ]);
  });

  it('an export can be imported unchanged, with formulas disarmed', async () => {
    const risky = 'eve@partner.example,"=HYPERLINK(""x"")",org-1,+One,agent-1,"-1\n@x",agent';
    await bring(file(risky, 'cy@partner.example,Cy,,,,,'));
    const before = await everything();
    const by = { personId: 'per_admin', email: 'admin@vendor.example' };
    const csv = await exportPeople(database.db, { by, now: new Date() });
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv).toContain(`"'+One"`);
    expect((await bring(csv)).map(({ outcome }) => outcome)).toEqual(['same', 'same']);
    expect(await everything()).toEqual(before);
  });
});

describe('a large file', () => {
  const large = (count: number, name = 'Person') =>
    [`${HEAD},agentEmail`]
      .concat(
        Array.from({ length: count }, (_, index) => {
          const organization = index % 7;
          return `p${index}@x.example,${name} ${index},org-${organization},Org ${organization},agent-${index},Agent ${index},agent,a${index}@x.example`;
        }),
      )
      .join('\n');

  it('of 350 lines is imported, and again, and with every name changed', async () => {
    const count = 350;
    const outcomes = async (csv: string) => [...new Set((await bring(csv)).map(({ outcome }) => outcome))];
    expect(await outcomes(large(count))).toEqual(['added']);
    expect(await database.db.$count(memberships)).toBe(count);
    expect(await outcomes(large(count))).toEqual(['same']);
    expect(await outcomes(large(count, 'Renamed'))).toEqual(['changed']);
    const exchanged = large(count)
      .replaceAll(',a1@', ',tmp@')
      .replaceAll(',a288@', ',a1@')
      .replaceAll(',tmp@', ',a288@');
    expect(await outcomes(exchanged)).toEqual(['changed']);
    expect((await find('p1@x.example'))?.people.name).toBe('Person 1');
  });
});

describe('concurrently', () => {
  it('two imports of one file add everyone once', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `p${index}@x.example,P,org-${index % 7},,agent-${index},,agent`,
    );
    const csvs = [file(...lines), file(...lines.toReversed())];
    const results = await Promise.all(csvs.map((csv) => bring(csv)));
    const outcomes = results.flat().map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(60);
    expect(outcomes.filter((outcome) => outcome === 'same')).toHaveLength(60);
    expect(await database.db.$count(memberships)).toBe(60);
  });
});
