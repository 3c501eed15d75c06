import type { Brand, BrandPicture } from '@/lib/brand/brand';

const PLATES = {
  light: 'bg-plate-in-light ring-plate-in-light',
  dark: 'bg-plate-in-dark ring-plate-in-dark',
};

/** What is behind and around a picture in the themes on whose surface it would be lost. It takes no room from the picture. */
export function backgroundClass(plates: BrandPicture['plates']): string {
  const classes = plates.map((theme) => PLATES[theme]);
  return classes.length === 0 ? '' : ['ring-4', 'print:[print-color-adjust:exact]', ...classes].join(' ');
}

const IN_HEADER = 'h-8 max-w-44';

/** The vendor's brand: a wide logo, else the name with the square logo, if any, beside it. */
export function BrandMark({ brand: { name, logo } }: { brand: Pick<Brand, 'name' | 'logo'> }) {
  if (logo?.holdsName) return <BrandLogo logo={logo} alt={name} className={IN_HEADER} />;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {logo && <BrandLogo logo={logo} alt="" className={IN_HEADER} />}
      <bdi className="line-clamp-2 min-w-0 wrap-anywhere">{name}</bdi>
    </span>
  );
}

/** The logo as it is, at the size that `className` gives. */
export function BrandLogo({ logo, alt, className }: { logo: BrandPicture; alt: string; className: string }) {
  const { src, width, height, plates } = logo;
  return (
    // biome-ignore lint/performance/noImgElement: it is as small as it is shown, and next/image would only add a script
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      className={`w-auto shrink-0 rounded-small object-contain object-left ${className} ${backgroundClass(plates)}`}
    />
  );
}
