import type { ComponentChildren } from "preact";
import { Icon } from "./art.tsx";

export interface Tool {
  icon: string;
  name: string;
  shortcut?: string;
  onClick: () => void;
  /** Something new waits behind it. */
  news?: boolean;
  /** Left out where the bar is narrow, because there is another way to it. */
  spare?: boolean;
}

export function Bar({
  title,
  phase,
  tools,
  children,
}: {
  title: string;
  phase?: string;
  tools: Tool[];
  children?: ComponentChildren;
}) {
  return (
    <header class="bar">
      <a class="sign" href="/" aria-label="Taproom, to the door">
        Taproom
      </a>
      <div class="where">
        <h1>{title}</h1>
        {phase && <span>{phase}</span>}
      </div>
      {children}
      <nav class="tools" aria-label="Table">
        {tools.map((tool) => (
          <button
            key={tool.name}
            type="button"
            class={`tool ${tool.news ? "news" : ""} ${tool.spare ? "spare" : ""}`}
            aria-label={tool.news ? `${tool.name}, something new` : tool.name}
            aria-keyshortcuts={tool.shortcut}
            title={tool.shortcut ? `${tool.name} (${tool.shortcut})` : tool.name}
            onClick={tool.onClick}
          >
            <Icon name={tool.icon} size={22} />
            <span class="tx">{tool.name}</span>
          </button>
        ))}
      </nav>
    </header>
  );
}
