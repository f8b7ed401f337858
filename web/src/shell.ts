// Lets the browser keep the shell (sw.ts), once there is nothing more urgent on the line.
const calm = 6000;

export function keepShell() {
  // Only over https, or from this machine.
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // A browser that keeps nothing plays all the same.
    });
  }, calm);
}
