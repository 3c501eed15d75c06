import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { freshDatabase } from '@/lib/db/testing';
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

/** Everything the import writes, to be compared before and after. */
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
  it('adds people, organizations, agents and who acts for whom', async () => {
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

  it('as a rehearsal says what would happen and changes nothing', async () => {
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

  it('changes name, role and agent of a person it knows, whatever the case of the e-mail address', async () => {
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

  it('marks demo people only when told to, and never somebody who is known', async () => {
    await bring(file(ADA));
    await bring(file(ADA, BEN), { demo: true });
    expect((await find('ada@partner.example'))?.people.isDemo).toBe(false);
    expect((await find('ben@partner.example'))?.people.isDemo).toBe(true);
  });

  it('reads quoted commas and line ends, a byte order mark, Windows line ends and empty lines', async () => {
    const quoted = '"cy@partner.example","Partner, ""Cy""\nthe Third",org-1,"Partner, One",agent-3,,agent';
    const csv = `\uFEFF${file(ADA, '', quoted, '  ').replaceAll('\n', '\r\n')}`;
    expect((await bring(csv)).map(({ outcome }) => outcome)).toEqual(['added', 'added']);
    expect((await find('cy@partner.example'))?.people.name).toBe('Partner, "Cy"\nthe Third');
  });
});

describe('a file with something wrong', () => {
  const second = (...fields: string[]) => file(ADA, fields.join(','));
  it.each([
    [
      'no e-mail address',
      second('ben', 'Ben', 'org-1', '', 'agent-2', '', 'agent'),
      3,
      'email is not an e-mail address',
    ],
    [
      'two in one',
      second('"a@x.example,b@y.example"', 'Ben', 'org-1', '', 'agent-2', '', 'agent'),
      3,
      'email',
    ],
    ['no name', second('ben@x.example', ' ', 'org-1', '', 'agent-2', '', 'agent'), 3, 'name is empty'],
    [
      'no organization',
      second('ben@x.example', 'Ben', '', '', 'agent-2', '', 'agent'),
      3,
      'organizationId is empty',
    ],
    [
      'an unknown role',
      second('ben@x.example', 'Ben', 'org-1', '', 'agent-2', '', 'admin'),
      3,
      'role must be agent or manager',
    ],
    [
      'a name without end',
      second('ben@x.example', 'B'.repeat(201), 'org-1', '', 'agent-2', '', 'agent'),
      3,
      'name is too long',
    ],
    [
      'a character no database takes',
      second('ben@x.example', 'B\u0000', 'org-1', '', 'agent-2', '', 'agent'),
      3,
      'name',
    ],
    ['somebody twice', file(ADA, BEN, ADA.replace('ada@', 'ADA@')), 4, 'email is on line 2 already'],
    [
      'an agent of two organizations',
      file(ADA, BEN.replace('agent-2', 'agent-1').replace('org-1', 'org-2')),
      3,
      'agentId',
    ],
    [
      'a wrong line after an empty and a long one',
      file(ADA.replace('Ada Partner', '"Ada\nPartner"'), '', BEN.replace('manager', 'boss')),
      5,
      'role',
    ],
  ])('changes nothing and names line and column: %s', async (_, csv, line, problem) => {
    const before = await everything();
    const lines = await bring(csv);
    expect(lines).toEqual([
      { line, email: expect.any(String), outcome: 'wrong', problem: expect.stringContaining(problem) },
    ]);
    expect(await everything()).toEqual(before);
  });

  it('changes nothing if an agent is known to belong to another organization', async () => {
    await bring(file(ADA));
    const before = await everything();
    const lines = await bring(file(BEN.replace('org-1', 'org-2').replace('agent-2', 'agent-1')));
    expect(lines).toMatchObject([
      {
        line: 2,
        outcome: 'wrong',
        problem: expect.stringContaining('agentId belongs to another organization'),
      },
    ]);
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['an empty file', '', 'no people'],
    ['only the header', file(), 'no people'],
    ['a missing column', 'email,name\nada@x.example,Ada', 'organizationId'],
    ['another kind of file', 'PK\u0003\u0004\u0000\u0000', 'no people'],
    ['a line with too many fields', file(`${ADA},more`), 'line 2'],
    ['a quote that never ends', file('"ada@x.example,Ada'), 'opening quote'],
  ])('says so in a sentence: %s', async (_, csv, sentence) => {
    await expect(bring(csv)).rejects.toThrow(sentence);
  });
});
