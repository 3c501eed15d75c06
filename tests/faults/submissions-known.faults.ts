import { testKnownOutcome } from './submissions/known-outcome';

testKnownOutcome();
