import type { PeoplePartData } from '@/lib/admin/people/parts';
import { AgentsPart } from './agents-part';
import { FilesPart } from './files-part';
import { RulesPart } from './people-rules';
import { PeopleListPart } from './people-table';
import { WaitingPart } from './people-waiting';

/** The requested part of the page. */
export function PeopleBody({ part }: { part: PeoplePartData }) {
  switch (part.view) {
    case 'waiting':
      return <WaitingPart {...part} />;
    case 'people':
      return <PeopleListPart {...part} />;
    case 'agents':
      return <AgentsPart {...part} />;
    case 'rules':
      return <RulesPart {...part} />;
    case 'files':
      return <FilesPart {...part} />;
  }
}
