import { type Page, expect as playwrightExpect } from '@playwright/test';
import type { DemoPerson } from '../sign-in';
import type { Vendor } from '../vendor';
import type { Translate } from './texts';

/** Patient: several desks share the machine while pictures are taken. */
export const expect = playwrightExpect.configure({ timeout: 60_000 });

/** Which portal a scene is taken from: 60 ordinary leads, or 5,000 with the longest and oddest values on top. */
export type Portal = 'ordinary' | 'large';

/** What a scene may use to reach its state. */
export type Stage = {
  page: Page;
  vendor: Vendor;
  /** The desk's texts in the language of the picture; the portal's labels are always English. */
  t: Translate;
  /** Runs after the scene, also after a failed one, last one first. */
  afterwards(undo: () => Promise<unknown>): void;
};

/** One page in one state. */
export type Scene = {
  /** Its file name; unique. */
  id: string;
  /** Who is signed in; nobody if missing. */
  person?: DemoPerson;
  /** `ordinary` by default. */
  portal?: Portal;
  /** The path, or how to reach the state. It must resolve only when the state is on screen. */
  open: string | ((stage: Stage) => Promise<void>);
  /** A picture of the printed page as well. */
  print?: true;
  /** The page's answer is an error on purpose, such as 404. */
  isError?: true;
};

/** The same person, and optionally the same portal, for several scenes. */
export function scenesOf(
  common: Pick<Scene, 'person' | 'portal'>,
  scenes: readonly Omit<Scene, 'person'>[],
): Scene[] {
  return scenes.map((scene) => ({ ...common, ...scene }));
}
