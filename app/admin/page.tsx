import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { requireAdmin } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { CHECKS } from '@/lib/setup/checks';
import { getSetupContext } from '@/lib/setup/get-context';
import { getSetup } from '@/lib/setup/get-setup';
import { HealthLine } from './_parts/health-line';
import { NeedsYou } from './_parts/needs-you';
import { ProgramFigures, QuietOrganizations } from './_parts/program';
import { getNeeds, getProgram } from './query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('AdminNav'))('home') };
}

export default async function AdminPage() {
  await requireAdmin('/admin');
  const nav = await getTranslations('AdminNav');
  const [db, now] = [await getDb(), new Date()];
  const [program, needs, { findings, checkedAt }] = await Promise.all([
    getProgram(db, now),
    getNeeds(db, env().ADMIN_EMAILS),
    getSetup(await getSetupContext()),
  ]);
  return (
    <div className="max-w-detail">
      <PageHeading title={nav('home')} />
      <div className="space-y-4">
        <ProgramFigures program={program} />
        <NeedsYou needs={needs} />
        <QuietOrganizations quiet={program.quiet} now={now} />
        <HealthLine
          states={CHECKS.map(({ id }) => findings[id]?.state ?? 'unknown')}
          checkedAt={checkedAt}
          now={now}
        />
      </div>
    </div>
  );
}
