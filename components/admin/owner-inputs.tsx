import { getTranslations } from 'next-intl/server';
import { ActionInput } from '@/components/shell/action-fields';
import { Labelled } from '@/components/ui/field';

/**
 * An owner (organization and agent) as a single form value: ids are any text, so no separator would be safe.
 * `ownerIdsSchema` of `lib/people/input` reads it.
 */
export function ownerValue({ organizationId, agentId }: { organizationId: string; agentId: string }): string {
  return JSON.stringify([organizationId, agentId]);
}

/** The two ids of an owner, to be corrected. */
export async function OwnerInputs({
  form,
  organizationId,
  agentId,
}: {
  /** Ends their ids: a page may have several such forms. */
  form: string;
  organizationId: string;
  agentId: string;
}) {
  const t = await getTranslations('Common');
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
