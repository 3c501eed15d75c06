import { writeFileSync } from 'node:fs';
import { iconSource } from './icons';

writeFileSync('components/ui/icon-paths.ts', iconSource());
