import { testDrafts } from './submissions/drafts';

testDrafts('postgres');
testDrafts('pglite');
