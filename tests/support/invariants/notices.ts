import { groupBy } from './group';
import type { Verdict } from './verdict';

/** The owner of a lead, as of an entry of its history. */
type Owner = { organizationId: string; agentId: string };

type Facts = {
  /** Entries of the history about a changed status. */
  changes: readonly (Owner & { id: number; leadId: string })[];
  /** Everyone who has a membership, the same during the whole run. */
  members: readonly (Owner & { personId: string; role: string })[];
  /** What the desk has stored. */
  notices: readonly { personId: string; timelineId: number }[];
};

/** I7: everyone who may see a lead is told of each change of its status exactly once, and no one else is. */
export function judgeNotices({ changes, members, notices }: Facts): Verdict {
  const byEntry = groupBy(notices, ({ timelineId }) => timelineId);
  let lost = 0;
  let wrong = 0;
  const violations = changes.flatMap((change) => {
    const have = (byEntry.get(change.id) ?? []).map(({ personId }) => personId);
    const due = members.filter((member) => maySee(member, change)).map(({ personId }) => personId);
    const missing = due.filter((personId) => !have.includes(personId));
    const extra = have.filter(
      (personId, index) => !due.includes(personId) || have.indexOf(personId) !== index,
    );
    lost += missing.length;
    wrong += extra.length;
    return [
      ...missing.map((personId) => `entry ${change.id} of lead ${change.leadId}: ${personId} was not told`),
      ...extra.map(
        (personId) => `entry ${change.id} of lead ${change.leadId}: ${personId} was told in error`,
      ),
    ];
  });
  return {
    id: 'I7',
    title: 'each change told once',
    counts: { changes: changes.length, notices: notices.length, lost, 'in error': wrong },
    violations,
  };
}

function maySee(member: Owner & { role: string }, owner: Owner): boolean {
  if (member.organizationId !== owner.organizationId) return false;
  return member.role === 'manager' || member.agentId === owner.agentId;
}
