import { testRestored } from './submissions/restored';

testRestored();
