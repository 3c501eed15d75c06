/** The topic of the one recurring job that removes old rows, and then makes their space reusable. */
export const PURGE = 'maintenance.purge';
export const PURGE_KEY = 'all';
