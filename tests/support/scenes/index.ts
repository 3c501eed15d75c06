import { ADMIN } from './admin';
import { AGENT } from './agent';
import { BRAND } from './brand';
import { IMPORTS } from './imports';
import { MANAGER } from './manager';
import type { Scene } from './scene';
import { SIGNED_OUT } from './signed-out';
import { SUBMISSIONS } from './submissions';
import { WITHOUT_NETWORK } from './without-network';

/** Every page and state of the desk, in the order of the contact sheet. */
export const SCENES: readonly Scene[] = [
  ...SIGNED_OUT,
  ...AGENT,
  ...SUBMISSIONS,
  ...WITHOUT_NETWORK,
  ...IMPORTS,
  ...MANAGER,
  ...ADMIN,
  ...BRAND,
];
