import type { getTranslations } from 'next-intl/server';
import type { Formats } from '@/lib/core/formats';
import type { OverviewPage } from '../query';

type Translate = Awaited<ReturnType<typeof getTranslations<'Admin'>>>;

/** The inputs of an overview row. */
export type RowContext = OverviewPage & {
  t: Translate;
  tErrors: Awaited<ReturnType<typeof getTranslations<'Submissions'>>>;
  formats: Formats;
};

export const ago = ({ formats, now }: RowContext, at: Date) => formats.ago(at.toISOString(), now);

export const good = (label: string) => ({ tone: 'good' as const, label });
export const waiting = (label: string) => ({ tone: 'progress' as const, label });
export const running = (label: string) => ({ tone: 'info' as const, label });
export const warning = (label: string) => ({ tone: 'warn' as const, label });
export const bad = (label: string) => ({ tone: 'bad' as const, label });
