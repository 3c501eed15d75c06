import type messages from '../../messages/en.json';

declare module 'next-intl' {
  interface AppConfig {
    /** A text that the catalogue does not have fails the type check. */
    Messages: typeof messages;
  }
}
