import { PARTICLES } from '@/lib/forms/paste/names';

/**
 * Particles for erasure alone. Not in the list of the forms: that one divides names which people paste or import, and
 * "Dal" and "Dei" are first names of some; here they must begin no full name, or every "dal Pozzo" would be blanked.
 */
const MORE = new Set(['dal', 'dei']);

/** Whether a folded word stands before a last name and is a part of it, as in "de Vries". */
export const isParticle = (word: string): boolean => PARTICLES.has(word) || MORE.has(word);
