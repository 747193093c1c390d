declare module '*.md' {
  import type { Topic } from '../build/topics/topic.ts';
  const topic: Topic;
  export default topic;
}
declare module 'virtual:tokens.css';
