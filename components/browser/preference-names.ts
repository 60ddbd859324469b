/** The preferences stored in the browser, and the script that applies them before the first paint. */

type Definition = { key: string; fallback: string; apply(root: HTMLElement, value: string): void }

export const PREFERENCES = {
  theme: {
    key: 'taskboard:theme',
    fallback: 'system',
    apply(root, value) {
      root.dataset.theme = value
    },
  },
  boards: {
    key: 'taskboard:boards',
    fallback: 'shown',
    apply(root, value) {
      root.dataset.boards = value
    },
  },
  /** The chat’s share of the two panes, in percent. */
  split: {
    key: 'taskboard:split',
    fallback: '36',
    apply(root, value) {
      root.style.setProperty('--chat', value)
    },
  },
} as const satisfies Record<string, Definition>

export type Preference = keyof typeof PREFERENCES

/**
 * Runs while the page is parsed: no flash of another theme, no jump of the panes. It also tells zod, before it loads,
 * not to test whether it may compile: the content security policy forbids that, and browsers report each attempt.
 */
export const PREFERENCE_SCRIPT = `self.__zod_globalConfig={jitless:true};try{var r=document.documentElement,g=function(k){return localStorage.getItem('taskboard:'+k)},s=g('split');r.dataset.theme=g('theme')||'system';r.dataset.boards=g('boards')||'shown';if(s>0&&s<100)r.style.setProperty('--chat',s)}catch(e){}`
