import { testKilled } from './submissions/killed';

testKilled('postgres');
