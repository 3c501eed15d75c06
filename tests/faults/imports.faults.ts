import { testKilledImport } from './imports/killed';

testKilledImport('postgres');
