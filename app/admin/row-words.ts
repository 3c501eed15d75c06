import 'server-only';
import type { getTranslations } from 'next-intl/server';
import type { Formats } from '@/components/ui/formats';
import type { Overview } from '@/lib/admin/overview/overview';

type Translate = Awaited<ReturnType<typeof getTranslations<'Admin'>>>;

/** The inputs of an overview row. */
export type Task = { overview: Overview; t: Translate; formats: Formats; now: Date };

export const ago = ({ formats, now }: Task, at: Date) => formats.ago(at.toISOString(), now);

export const good = (label: string) => ({ tone: 'good' as const, label });
export const waiting = (label: string) => ({ tone: 'progress' as const, label });
export const look = (label: string) => ({ tone: 'warn' as const, label });
export const bad = (label: string) => ({ tone: 'bad' as const, label });
