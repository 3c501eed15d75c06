import { getTranslations } from 'next-intl/server';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { backgroundClass } from '@/components/shell/brand-mark';
import { Card } from '@/components/ui/card';
import { Icon } from '@/components/ui/icons';
import type { BrandPicture } from '@/lib/brand/brand';
import type { BrandImageKind } from '@/lib/brand/setting';
import type { BrandPageData, UploadFault } from '../query';
import { BrandImageField } from './brand-image-field';

/** The logo and the icon, each with its forms. */
export async function BrandImages({ page, maxBytes }: { page: BrandPageData; maxBytes: number }) {
  const t = await getTranslations('Brand');
  const { logo, icon } = page.brand;
  return (
    <Card id="brand-images" title={t('images')}>
      <div className="divide-y divide-line">
        <ImageRow image="logo" picture={logo} maxBytes={maxBytes} />
        <ImageRow image="icon" picture={icon} maxBytes={maxBytes} />
      </div>
    </Card>
  );
}

type RowProps = { image: BrandImageKind; picture: BrandPicture | undefined; maxBytes: number };

async function ImageRow({ image, picture, maxBytes }: RowProps) {
  const t = await getTranslations('Brand');
  return (
    <section aria-labelledby={`brand-${image}-title`} className="flex gap-4 py-4 first:pt-2 last:pb-1">
      <div className="grid size-16 shrink-0 place-items-center rounded-control border border-line bg-surface p-1.5 text-muted">
        {picture ? <Thumbnail picture={picture} /> : <Icon name="upload" className="size-5" />}
      </div>
      <div className="min-w-0 grow space-y-3">
        <div>
          <h3 id={`brand-${image}-title`} className="font-semibold">
            {t(image)}
          </h3>
          <p id={`brand-${image}-help`} className="text-sm text-muted">
            {t(`${image}Help`)}
          </p>
          {picture?.plates.map((theme) => (
            <p key={theme} className="pt-1 text-sm text-muted">
              {t('plate', { theme })}
            </p>
          ))}
        </div>
        <BrandImageField image={image} maxBytes={maxBytes} texts={await textsOf(image)}>
          {picture && (
            <ActionForm command="remove" subject={image} about={{ image }}>
              <SubmitButton variant="ghost">{t('remove', { image })}</SubmitButton>
            </ActionForm>
          )}
        </BrandImageField>
      </div>
    </section>
  );
}

/** The whole picture, whatever its shape. */
function Thumbnail({ picture: { src, width, height, plates } }: { picture: BrandPicture }) {
  return (
    // biome-ignore lint/performance/noImgElement: it is as small as it is shown, and next/image would only add a script
    <img
      src={src}
      width={width}
      height={height}
      alt=""
      className={`h-auto max-h-full w-auto max-w-full rounded-small object-contain ${backgroundClass(plates)}`}
    />
  );
}

async function textsOf(image: BrandImageKind) {
  const t = await getTranslations('Brand');
  const common = await getTranslations('Common');
  const action = await getTranslations('Action');
  const fault = (name: UploadFault) => t(`fault.${name}`);
  return {
    choose: t('choose', { image }),
    upload: t('upload', { image }),
    uploading: common('working'),
    unknown: action('failed'),
    outcomes: {
      set: t('imageSet', { image }),
      format: fault('format'),
      size: fault('size'),
      'no-file': fault('no-file'),
      'too-often': fault('too-often'),
    },
  };
}
