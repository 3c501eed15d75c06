import 'server-only';
import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS, TABLE_FAULTS } from '@/lib/import-files/table';
import { MAX_IMPORTS } from '@/lib/imports/imports';

/** Why a file is not taken. */
export const FAULTS = [...TABLE_FAULTS, 'too-often', 'too-many'] as const;

/** The sentence about it. */
export async function faultText(fault: (typeof FAULTS)[number]): Promise<string> {
  const t = await getTranslations('Import');
  const { number } = await getFormats();
  const limits = { rows: number(MAX_IMPORT_ROWS), columns: MAX_IMPORT_COLUMNS, imports: MAX_IMPORTS };
  return t(`fault.${fault}`, limits);
}
