import { getTranslations } from 'next-intl/server';
import type { ComponentProps } from 'react';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Card } from '@/components/ui/card';
import { Labelled } from '@/components/ui/field';
import type { BrandPageData } from '../query';
import { AccentField } from './accent-field';

/** The texts of the brand: name, color, sender and links. */
export async function BrandForm({ page }: { page: BrandPageData }) {
  const t = await getTranslations('Brand');
  const form = await getTranslations('Form');
  const { texts, defaultName, senderAddress } = page;
  const sender = senderAddress ? t('senderHelp', { address: senderAddress }) : t('senderNone');
  return (
    <ActionForm command="save" className="space-y-6">
      <Card id="brand-look" title={t('look')}>
        <div className="space-y-5">
          <TextField
            name="name"
            data-brand="name"
            label={t('name')}
            help={t('nameHelp', { name: defaultName })}
            shown={texts.name}
          />
          <AccentField shown={texts.accent} texts={await accentTexts()} />
        </div>
      </Card>
      <Card id="brand-contact" title={t('contact')}>
        <div className="space-y-5">
          <TextField name="senderName" label={t('sender')} help={sender} shown={texts.senderName} />
          <TextField
            {...LINK}
            name="helpUrl"
            label={t('help')}
            help={t('helpHelp')}
            shown={texts.helpUrl.replace(/^mailto:/, '')}
          />
          <TextField
            {...LINK}
            name="privacyUrl"
            label={t('privacy')}
            help={t('privacyHelp')}
            shown={texts.privacyUrl}
          />
        </div>
      </Card>
      <SubmitButton variant="primary">{form('saveChanges')}</SubmitButton>
    </ActionForm>
  );
}

/** Not of type `url`: a browser would refuse what the desk completes, such as a missing https. */
const LINK = { inputMode: 'url', dir: 'ltr', spellCheck: false } as const;

type TextFieldProps = ComponentProps<typeof ActionInput> & { label: string; help: string };

function TextField({ label, help, ...input }: TextFieldProps) {
  const id = `brand-${input.name}`;
  return (
    <Labelled id={id} label={label}>
      <ActionInput dir="auto" autoComplete="off" {...input} id={id} aria-describedby={`${id}-help`} />
      <p id={`${id}-help`} className="pt-1 text-sm text-muted">
        {help}
      </p>
    </Labelled>
  );
}

async function accentTexts() {
  const t = await getTranslations('Brand');
  const places = { shown: '{shown}', typed: '{typed}' };
  return {
    label: t('accent'),
    pick: t('accentPick'),
    fits: t('accentFits'),
    unknown: t('accentUnknown'),
    corrected: {
      light: t('corrected', { theme: 'light', ...places }),
      dark: t('corrected', { theme: 'dark', ...places }),
    },
  };
}
