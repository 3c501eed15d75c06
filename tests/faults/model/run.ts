import type { Agent } from '../../support/desk/agent';
import type { Desk } from '../../support/desk/desk';
import type { Journal } from './journal';
import type { Markers } from './markers';
import type { PersonName } from './plan';

/** Everything that the commands of a run act on and record in. */
export type Run = {
  desk: Desk;
  markers: Markers;
  journal: Journal;
  people: Readonly<Record<PersonName, Agent>>;
  /** The kinds of processes of which one is currently away; no second one may be taken. */
  away: Set<'web' | 'worker'>;
};

/** A person on one of the web processes. */
export function visitor({ desk, people }: Run, { person, web }: { person: PersonName; web: number }): Agent {
  const process = desk.webs[web];
  if (!process) throw new Error(`There is no web process ${web}.`);
  return people[person].at(process);
}
