import 'server-only';
import { eachInTurns } from './chunks';
import type { PersonLine, Problem, WrongLine } from './import-rows';
import type { Mapping } from './membership';

type KnownPerson = { id: string; email: string; name: string; mapping: Mapping | null };
type Agent = { organizationId: string; id: string; name: string | null; email: string | null };
type Organization = { id: string; name: string | null };

/** What the desk knows about everything that a file names. */
export type Known = {
  people: readonly KnownPerson[];
  organizations: readonly Organization[];
  /** All agents whose id or address is in the file. */
  agents: readonly Agent[];
};

export type Outcome = 'added' | 'changed' | 'same';

/** What a file would do, line by line, and the rows to write. */
export type Plan = {
  lines: { line: number; email: string; outcome: Outcome }[];
  wrong: WrongLine[];
  /** New, or with a changed name. */
  organizations: Organization[];
  /** New, or with a changed name or address. */
  agents: Agent[];
  /** Agents to whom the file gives another address than theirs, which may be another agent's then. */
  released: Agent[];
  added: PersonLine[];
  renamed: { id: string; name: string }[];
  /** Known people with a new mapping, and the one before. */
  mapped: { personId: string; before?: Mapping; mapping: Mapping }[];
};

/** The addresses that a file gives to agents, by owner. */
export type Addresses = ReadonlyMap<string, string>;

export async function addressesIn(rows: readonly PersonLine[]): Promise<Addresses> {
  const addresses = new Map<string, string>();
  await eachInTurns(rows, ({ mapping, agentEmail }) => {
    if (mapping && agentEmail !== '')
      addresses.set(keyOf(mapping.organizationId, mapping.agentId), agentEmail);
  });
  return addresses;
}

/**
 * Compares rows with the known data; the dry run and the import differ only in the writing. Other requests are answered
 * meanwhile.
 *
 * @param addresses of the whole file: two of its rows may swap addresses
 */
export async function planImport(
  rows: readonly PersonLine[],
  known: Known,
  addresses: Addresses,
): Promise<Plan> {
  const people = new Map(known.people.map((person) => [person.email, person]));
  const owners = await toOwners(rows, known, addresses);
  const plan: Plan = {
    lines: [],
    wrong: owners.wrong,
    added: [],
    renamed: [],
    mapped: [],
    organizations: [...owners.organizations.values()],
    agents: [...owners.agents.values()],
    released: owners.released,
  };
  await eachInTurns(rows, (row) => {
    const person = people.get(row.email);
    const isRemapped = row.mapping !== undefined && !isSameMapping(person?.mapping, row.mapping);
    if (!person) plan.added.push(row);
    else {
      if (person.name !== row.name) plan.renamed.push({ id: person.id, name: row.name });
      if (row.mapping && isRemapped) {
        const before = person.mapping ?? undefined;
        plan.mapped.push({ personId: person.id, before, mapping: row.mapping });
      }
    }
    const isChanged = person?.name !== row.name || isRemapped || owners.changedBy.has(row.line);
    const outcome = !person ? 'added' : isChanged ? 'changed' : 'same';
    plan.lines.push({ line: row.line, email: row.email, outcome });
  });
  return plan;
}

function isSameMapping(one: Mapping | null | undefined, other: Mapping): boolean {
  return (
    one?.organizationId === other.organizationId && one.agentId === other.agentId && one.role === other.role
  );
}

/** The organizations and agents after the import: only those it changes. */
async function toOwners(rows: readonly PersonLine[], known: Known, addresses: Addresses) {
  const organizations = new Map(known.organizations.map((one) => [one.id, one]));
  const agents = new Map<string, Agent>();
  const homes = new Map<string, Set<string>>();
  const changed = {
    released: [] as Agent[],
    organizations: new Map<string, Organization>(),
    agents: new Map<string, Agent>(),
    changedBy: new Set<number>(),
    wrong: [] as WrongLine[],
  };
  await eachInTurns(known.agents, (agent) => {
    const key = keyOf(agent.organizationId, agent.id);
    const after = addresses.get(key);
    const isReleased = agent.email !== null && after !== undefined && after !== agent.email;
    if (isReleased) changed.released.push(agent);
    agents.set(key, isReleased ? { ...agent, email: null } : agent);
    homesOf(homes, agent.id).add(agent.organizationId);
  });
  await eachInTurns(rows, (row) => {
    if (!row.mapping) return;
    const { organizationId, agentId } = row.mapping;
    const home = homesOf(homes, agentId);
    // An agent belongs to one organization (interface 4, rule 1): the owner must be known, or the agent new.
    if (home.size > 0 && !home.has(organizationId)) changed.wrong.push(wrong(row, 'agentId', 'elsewhere'));
    home.add(organizationId);
    const organization = organizations.get(organizationId);
    const organizationAfter = {
      id: organizationId,
      name: row.organizationName || (organization?.name ?? null),
    };
    if (organization?.name !== organizationAfter.name) {
      organizations.set(organizationId, organizationAfter);
      changed.organizations.set(organizationId, organizationAfter);
      changed.changedBy.add(row.line);
    }
    const key = keyOf(organizationId, agentId);
    const agent = agents.get(key);
    const agentAfter = {
      organizationId,
      id: agentId,
      name: row.agentName || (agent?.name ?? null),
      email: row.agentEmail || (agent?.email ?? null),
    };
    if (agent?.name === agentAfter.name && agent.email === agentAfter.email) return;
    agents.set(key, agentAfter);
    changed.agents.set(key, agentAfter);
    changed.changedBy.add(row.line);
  });
  changed.wrong.push(...(await findTaken(rows, agents)));
  return changed;
}

/** Two agents of one organization with the same address after the import. */
async function findTaken(
  rows: readonly PersonLine[],
  agents: ReadonlyMap<string, Agent>,
): Promise<WrongLine[]> {
  const holders = new Map<string, number>();
  await eachInTurns(agents.values(), ({ organizationId, email }) => {
    if (!email) return;
    const key = keyOf(organizationId, email);
    holders.set(key, (holders.get(key) ?? 0) + 1);
  });
  const taken: WrongLine[] = [];
  await eachInTurns(rows, (row) => {
    if (!row.mapping || row.agentEmail === '') return;
    const holding = holders.get(keyOf(row.mapping.organizationId, row.agentEmail)) ?? 0;
    if (holding > 1) taken.push(wrong(row, 'agentEmail', 'address-taken'));
  });
  return taken;
}

function wrong({ line, email }: PersonLine, column: Problem['column'], fault: Problem['fault']): WrongLine {
  return { line, email, problems: [{ column, fault }] };
}

function homesOf(homes: Map<string, Set<string>>, agentId: string): Set<string> {
  const home = homes.get(agentId) ?? new Set<string>();
  homes.set(agentId, home);
  return home;
}

const keyOf = (one: string, other: string) => JSON.stringify([one, other]);
