// Shows a felt and a wheel in felt-page.html: chips where the player presses, a spin, and the settlement.
// Serve it with a bundler such as Vite: npx vite examples/programs, then open /felt-page.html.
import { settle } from '@croupier/engine'
import { roulette3 } from '@croupier/engine/books/roulette-3'
import { defineElements } from '@croupier/engine/felt'

/** Returns the wagers as stacks of chips. */
export const chipsOf = (wagers) => wagers.map(({ spot, stake }) => ({ spot, label: String(stake / 100) }))

/** Tells what a settlement comes to. */
export function told(wagers, pocket) {
  const lines = settle(roulette3, wagers, pocket)
  const net = lines.reduce((sum, { paid, collected }) => sum + paid - collected, 0)
  return `${pocket}: ${net < 0 ? 'lost' : 'won'} ${(Math.abs(net) / 100).toFixed(2)}`
}

if (globalThis.document) {
  defineElements([roulette3])
  const [felt, wheel, button, output] = ['croupier-felt', 'croupier-wheel', 'button', 'output'].map((name) =>
    document.querySelector(name),
  )
  const wagers = []
  felt.addEventListener('spot', ({ detail: { spot, pays } }) => {
    const wager = wagers.find((one) => one.spot === spot)
    if (wager) wager.stake += 500
    else wagers.push({ player: 'you', spot, stake: 500 })
    felt.chips = chipsOf(wagers)
    output.textContent = `${spot} pays ${pays} to 1.`
  })
  button.addEventListener('click', () => {
    const { order } = roulette3.wheel
    wheel.setAttribute('outcome', order[crypto.getRandomValues(new Uint32Array(1))[0] % order.length])
  })
  wheel.addEventListener('rest', () => {
    const pocket = wheel.getAttribute('outcome')
    felt.setAttribute('outcome', pocket)
    output.textContent = told(wagers, pocket)
    wagers.length = 0
  })
} else console.log(told([{ player: 'you', spot: 'red', stake: 500 }], '18'))

// It prints:
// 18: won 5.00
