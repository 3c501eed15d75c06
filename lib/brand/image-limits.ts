/** The largest file that is read. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/**
 * Why a picture is refused. `format`: not a PNG, a JPEG or a WebP. `pixels`: too many. `shape`: too small or too long.
 * `broken`: it cannot be read to its end.
 */
export const IMAGE_FAULTS = ['format', 'pixels', 'shape', 'broken'] as const;

export type ImageFault = (typeof IMAGE_FAULTS)[number];
