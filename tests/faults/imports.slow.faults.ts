import { testKilledImport } from './imports/killed';

testKilledImport('pglite');
