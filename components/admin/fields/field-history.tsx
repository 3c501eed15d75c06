import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { Time } from '@/components/ui/time';
import type { VersionView } from './field-view';

/** The versions of the portal's form, newest first, each with its changes. */
export async function FieldHistory({ versions }: { versions: VersionView[] }) {
  const t = await getTranslations('Fields');
  return (
    <ol className="divide-y divide-line border-y border-line">
      {versions.map(({ version, seenAt, isInForce, lines }) => (
        <li key={version} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <div className="space-y-1">
            <p className="font-medium">
              <Time moment={seenAt} showAgo />
            </p>
            {isInForce && <Badge tone="good" label={t('inForce')} />}
          </div>
          <ul className="space-y-0.5 wrap-anywhere">
            {lines.map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
