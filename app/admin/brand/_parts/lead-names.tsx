import { getTranslations } from 'next-intl/server';
import { ActionChoice } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Card } from '@/components/ui/card';

/** Whether mails about leads name them. */
export async function LeadNames({ isOn }: { isOn: boolean }) {
  const t = await getTranslations('Brand');
  return (
    <Card id="brand-mails" title={t('mails')}>
      <ActionForm command="mail-names">
        {/* Re-mounted with the saved value: React keeps the state of an existing control. */}
        <div key={String(isOn)} className="space-y-3">
          <ActionChoice
            type="checkbox"
            name="isOn"
            value="yes"
            isChosen={isOn}
            aria-describedby="brand-mails-hint"
            className="flex min-h-11 items-center gap-3"
          >
            {t('mailNames')}
          </ActionChoice>
          <p id="brand-mails-hint" className="max-w-prose text-sm text-muted">
            {t('mailNamesHint')}
          </p>
          <SubmitButton>{t('mailNamesSave')}</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
