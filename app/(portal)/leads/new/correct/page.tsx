/** Corrects a rejected lead: the same form. At an address of its own, so that the navigation does not say "New lead". */
export { default, generateMetadata } from '../page';
