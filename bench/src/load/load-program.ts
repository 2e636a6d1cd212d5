import { answerQuestions } from '../processes/conversation.ts';
import { flood } from './flood.ts';
import { pace } from './pace.ts';
import { partials } from './partials.ts';
import { postBare } from './post-bare.ts';
import { replyFlood } from './reply-flood.ts';
import { trickle } from './trickle.ts';

answerQuestions({ flood, pace, partials, postBare, replyFlood, trickle });
