import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { KeptField } from '@/components/admin/people/people-kept-form';

/** The choice between agent and manager, as every form asks for it. */
export async function roleField(): Promise<KeptField> {
  const t = await getTranslations('People');
  const choices = (['agent', 'manager'] as const).map((value) => ({ value, label: t(`role.${value}`) }));
  return { name: 'role', label: t('roleLabel'), help: t('roleHelp'), choices: [{ label: '', choices }] };
}
