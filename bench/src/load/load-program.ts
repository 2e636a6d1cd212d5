import { answerQuestions } from '../processes/conversation.ts';
import { flood } from './flood.ts';
import { trickle } from './trickle.ts';

answerQuestions({ flood, trickle });
