import type { Brand, BrandPicture } from '@/lib/brand/brand';

/** From this ratio of width to height, a logo is taken to contain the name. */
const WIDE = 2;

const PLATES = { light: 'bg-plate-in-light', dark: 'bg-plate-in-dark' };

/** What is behind a picture in the themes on whose surface it would be lost. */
export function plateClass(plates: BrandPicture['plates']): string {
  const classes = plates.map((theme) => PLATES[theme]);
  return classes.length === 0 ? '' : ['p-1', 'print:[print-color-adjust:exact]', ...classes].join(' ');
}

/** The vendor's brand: a wide logo, else the name with the square logo, if any, beside it. */
export function BrandMark({ brand: { name, logo } }: { brand: Pick<Brand, 'name' | 'logo'> }) {
  if (logo && logo.width >= logo.height * WIDE) return <Logo logo={logo} alt={name} />;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {logo && <Logo logo={logo} alt="" />}
      <bdi className="line-clamp-2 min-w-0 wrap-anywhere">{name}</bdi>
    </span>
  );
}

function Logo({ logo: { src, width, height, plates }, alt }: { logo: BrandPicture; alt: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: it is as small as it is shown, and next/image would only add a script
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      className={`h-8 w-auto max-w-44 shrink-0 rounded-small object-contain object-left ${plateClass(plates)}`}
    />
  );
}
