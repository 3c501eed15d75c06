/** The largest file that is read. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/**
 * Why a picture is refused. `format`: not a PNG, a JPEG or a WebP that can be read to its end. `size`: too many pixels or
 * bytes, too small or too long.
 */
export const IMAGE_FAULTS = ['format', 'size'] as const;

export type ImageFault = (typeof IMAGE_FAULTS)[number];
