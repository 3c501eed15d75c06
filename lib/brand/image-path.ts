const PATH = /^\/brand\/([0-9a-f]{32})\.png$/;

/** The path that serves a picture of the brand. */
export function imagePath(digest: string): string {
  return `/brand/${digest}.png`;
}

/** The digest of the picture that a path names; undefined for any other path. */
export function digestIn(path: string): string | undefined {
  return PATH.exec(path)?.[1];
}
