import { testRestored } from './submissions/restored';
import { testRestoredRunning } from './submissions/restored-running';

testRestored();
testRestoredRunning();
