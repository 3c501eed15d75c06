import { getTranslations } from 'next-intl/server';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { type Grouped, groupTitle, inGroups } from '@/lib/forms/field-groups';
import type { GroupedFieldText } from '@/lib/leads/view';
import { AnswerText } from './answer-text';

/** Answers under the headings of the form. One heading alone would say nothing, unless it is the admin's. */
export async function AnswerGroups({ fields }: { fields: readonly GroupedFieldText[] }) {
  const t = await getTranslations('Form');
  const titleOf = ({ group }: Grouped<GroupedFieldText>) => groupTitle(group, t);
  const groups = inGroups(fields, {
    groupOf: ({ group }) => group,
    titleOf: (group) => groupTitle(group, t),
  });
  const titled = groups.filter((one) => titleOf(one) !== '');
  const hasTitles = titled.length > 1 || titled[0]?.group.of === 'admin';
  return (
    <div className="divide-y divide-line">
      {groups.map((one) => (
        <div key={`${one.group.of} ${titleOf(one)}`} className="py-3 first:pt-0 last:pb-0">
          {hasTitles && titleOf(one) !== '' && (
            <h3 dir="auto" className="pb-1 font-semibold wrap-anywhere">
              {titleOf(one)}
            </h3>
          )}
          <DescriptionList>
            {one.items.map((field) => (
              <Description key={field.id} term={field.label}>
                <AnswerText field={field} />
              </Description>
            ))}
          </DescriptionList>
        </div>
      ))}
    </div>
  );
}
