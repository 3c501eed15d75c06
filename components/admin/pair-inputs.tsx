import { getTranslations } from 'next-intl/server';
import { ActionInput } from '@/components/shell/action-fields';
import { Labelled } from '@/components/ui/field';

/**
 * A pair of organization and agent as a single form value: ids are any text, so no separator would be safe.
 * `pairSchema` of `lib/people/input` reads it.
 */
export function pairValue({ organizationId, agentId }: { organizationId: string; agentId: string }): string {
  return JSON.stringify([organizationId, agentId]);
}

/** The two ids of a pair, to be corrected. */
export async function PairInputs({
  form,
  organizationId,
  agentId,
}: {
  /** Ends their ids: a page may have several such forms. */
  form: string;
  organizationId: string;
  agentId: string;
}) {
  const t = await getTranslations('Submissions.wrongPair');
  const shown = { organizationId, agentId };
  return (
    <div className="grid max-w-2xl gap-x-4 gap-y-3 pb-3 sm:grid-cols-2">
      {(['organizationId', 'agentId'] as const).map((name) => {
        const id = `${name}-${form}`;
        return (
          <Labelled key={name} id={id} label={t(name)}>
            <ActionInput
              id={id}
              name={name}
              shown={shown[name]}
              required
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
            />
          </Labelled>
        );
      })}
    </div>
  );
}
