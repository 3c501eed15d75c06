import { env } from '../lib/core/env';
import { newId } from '../lib/core/ids';
import { type Db, openDatabase } from '../lib/db/handle';
import { people } from '../lib/db/schema/people';
import { importPeople } from '../lib/people/import';
import { DEMO } from '../sandbox/demo';
import { endOnSignal } from './lib/end-on-signal';

/** Two agents and a manager of the first organization, an agent of the second. */
const CAST = [
  { organization: 0, agent: 0, role: 'agent' },
  { organization: 0, agent: 1, role: 'agent' },
  { organization: 0, agent: 2, role: 'manager' },
  { organization: 1, agent: 0, role: 'agent' },
] as const;

/** An admin, and a person who signed in but is not linked to an organization yet. */
const WITHOUT_MEMBERSHIP = [
  { email: 'robin.hale@vendor.example', name: 'Robin Hale', isAdmin: true },
  { email: 'sam.ito@vendor.example', name: 'Sam Ito', isAdmin: false },
];

/** Migrates the demo's database and adds its people. A second run changes nothing. */
async function main(): Promise<void> {
  const database = await openDatabase(env());
  try {
    await seed(database.db);
  } finally {
    await database.close();
  }
}

async function seed(db: Db): Promise<void> {
  const lines = await importPeople(db, { csv: castAsCsv(), dryRun: false, demo: true });
  const wrong = lines.find((line) => line.outcome === 'wrong');
  if (wrong) throw new Error(`The demo people do not fit: ${JSON.stringify(wrong)}`);
  for (const person of WITHOUT_MEMBERSHIP) {
    await db
      .insert(people)
      .values({ id: newId('person'), isDemo: true, ...person })
      .onConflictDoNothing();
  }
}

function castAsCsv(): string {
  const rows = CAST.map(({ organization: o, agent: a, role }) => {
    const organization = DEMO.organizations[o];
    const agent = organization.agents[a];
    const email = `${agent.name.toLowerCase().replace(/\W+/g, '.')}@${organization.emailDomain}`;
    return [email, agent.name, organization.id, organization.name, agent.id, agent.name, role];
  });
  const header = ['email', 'name', 'organizationId', 'organizationName', 'agentId', 'agentName', 'role'];
  return [header, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
}

endOnSignal();
await main();
